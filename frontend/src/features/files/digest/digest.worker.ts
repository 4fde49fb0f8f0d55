const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Answers a file with its SHA-256, or with null when it cannot be read. */
addEventListener('message', ({ data: file }: MessageEvent<Blob>) => {
  const digest = async () => hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  void digest()
    .catch(() => null)
    .then((sha256) => postMessage(sha256));
});
