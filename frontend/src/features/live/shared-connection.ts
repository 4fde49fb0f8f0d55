import { LiveConnection, type LiveMessage } from './live-connection';

const WAKE_EVENTS = ['online', 'pageshow', 'focus'];

type TabMessage = LiveMessage | { type: 'wake' };

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
  // Undefined on pages that are not served securely.
  const locks = navigator.locks as LockManager | undefined;
  const channel = locks && new BroadcastChannel(`studiolo-live-${userId}`);
  let connection: LiveConnection | undefined;
  const read = () => {
    connection = new LiveConnection((message) => {
      deliver(message);
      channel?.postMessage(message);
    });
    return connection.run(signal);
  };
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.type === 'wake') connection?.wake();
      else deliver(data);
    };
    // A tab that gets its messages from another one is not told of the start of the stream.
    deliver({ type: 'reset' });
  }
  const wake = () => {
    if (document.visibilityState === 'hidden') return;
    connection?.wake();
    channel?.postMessage({ type: 'wake' });
  };
  document.addEventListener('visibilitychange', wake);
  for (const event of WAKE_EVENTS) window.addEventListener(event, wake);
  const reading = locks ? locks.request(`studiolo-live-${userId}`, { signal }, read) : read();
  // Aborting rejects the request if it still waits for the lock.
  reading.catch(() => undefined);
  return () => {
    stopping.abort();
    channel?.close();
    document.removeEventListener('visibilitychange', wake);
    for (const event of WAKE_EVENTS) window.removeEventListener(event, wake);
  };
}
