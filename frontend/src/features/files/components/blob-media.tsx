import { useEffect, useRef } from 'react';

/** Gives an element a URL for bytes in memory, and revokes the URL when the element goes. */
function useBlobSource<Media extends HTMLImageElement | HTMLVideoElement>(blob: Blob) {
  const ref = useRef<Media>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const url = URL.createObjectURL(blob);
    element.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return ref;
}

interface BlobImageProps {
  blob: Blob;
  alt: string;
  className?: string | undefined;
  onError?: () => void;
  'data-zoomable'?: boolean;
}

export function BlobImage({ blob, alt, ...rest }: BlobImageProps) {
  const ref = useBlobSource<HTMLImageElement>(blob);
  return <img ref={ref} alt={alt} draggable={false} {...rest} />;
}

interface BlobVideoProps {
  blob: Blob;
  label: string;
  className?: string | undefined;
  onError?: () => void;
}

export function BlobVideo({ blob, label, ...rest }: BlobVideoProps) {
  const ref = useBlobSource<HTMLVideoElement>(blob);
  // eslint-disable-next-line jsx-a11y-x/media-has-caption -- the user's own film, which has no captions
  return <video ref={ref} controls playsInline aria-label={label} {...rest} />;
}
