import { LiveConnection, type LiveMessage } from './live-connection';

const WAKE_EVENTS = ['online', 'pageshow', 'focus'];

/**
 * One stream for all tabs of a browser: the tab that holds the lock reads it and forwards each message. When that tab
 * closes, the next one opens a stream. Without locks (pages over plain HTTP) each tab has a stream.
 */
export function subscribeToChanges(
  userId: string,
  deliver: (message: LiveMessage) => void,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const name = `studiolo-changes-${userId}`;
  // Undefined on pages that are not served securely.
  const locks = navigator.locks as LockManager | undefined;
  const channel = locks && new BroadcastChannel(name);
  const connection = new LiveConnection((message) => {
    deliver(message);
    channel?.postMessage(message);
  });
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<LiveMessage | 'wake'>) => {
      if (data === 'wake') connection.wake();
      else deliver(data);
    };
    // A tab that gets its messages from another one is not told of the start of the stream.
    deliver('reset');
  }
  const wake = () => {
    if (document.visibilityState === 'hidden') return;
    connection.wake();
    channel?.postMessage('wake');
  };
  document.addEventListener('visibilitychange', wake);
  for (const event of WAKE_EVENTS) window.addEventListener(event, wake);
  const read = () => connection.run(signal);
  // Aborting rejects the request if it still waits for the lock; blocked site data, at once.
  if (locks)
    locks.request(name, { signal }, read).catch(() => (signal.aborted ? undefined : read()));
  else void read();
  return () => {
    stopping.abort();
    channel?.close();
    document.removeEventListener('visibilitychange', wake);
    for (const event of WAKE_EVENTS) window.removeEventListener(event, wake);
  };
}
