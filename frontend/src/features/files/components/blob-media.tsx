import { type ComponentProps, useCallback } from 'react';

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

export function BlobImage({ blob, alt, ...rest }: ComponentProps<'img'> & { blob: Blob }) {
  return <img ref={useBlobSource(blob)} alt={alt} draggable={false} {...rest} />;
}

export function BlobVideo({ blob, ...rest }: ComponentProps<'video'> & { blob: Blob }) {
  // eslint-disable-next-line jsx-a11y-x/media-has-caption -- the user's own film, which has no captions
  return <video ref={useBlobSource(blob)} controls playsInline {...rest} />;
}
