import { useCallback } from 'react';

/** A ref that gives an element a URL for bytes in memory, and revokes the URL when the element goes. */
const useBlobSource = (blob: Blob) =>
  useCallback(
    (element: HTMLImageElement | HTMLVideoElement | null) => {
      if (!element) return;
      const url = URL.createObjectURL(blob);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );

interface BlobImageProps {
  blob: Blob;
  alt: string;
  className?: string | undefined;
  onError?: () => void;
  'data-zoomable'?: boolean;
}

export function BlobImage({ blob, alt, ...rest }: BlobImageProps) {
  return <img ref={useBlobSource(blob)} alt={alt} draggable={false} {...rest} />;
}

interface BlobVideoProps {
  blob: Blob;
  label: string;
  className?: string | undefined;
  onError?: () => void;
}

export function BlobVideo({ blob, label, ...rest }: BlobVideoProps) {
  // eslint-disable-next-line jsx-a11y-x/media-has-caption -- the user's own film, which has no captions
  return <video ref={useBlobSource(blob)} controls playsInline aria-label={label} {...rest} />;
}
