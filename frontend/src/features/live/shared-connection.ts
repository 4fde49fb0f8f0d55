import { LiveConnection, type LiveMessage } from './live-connection';

const WAKE_EVENTS = ['online', 'pageshow', 'focus'];

type TabMessage = LiveMessage | { type: 'wake' };

/**
 * One stream for all tabs of a browser: the tab that holds the lock reads it and hands on what it is told. When that
 * tab goes, the next one goes on where it was. Without locks (pages over plain HTTP) each tab reads for itself.
 */
export function followChanges(userId: string, tell: (message: LiveMessage) => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Browsers leave it out where pages are not secure.
  const locks = navigator.locks as LockManager | undefined;
  const channel = locks && new BroadcastChannel(`studiolo-live-${userId}`);
  let connection: LiveConnection | undefined;
  let cursor: string | undefined;
  const take = (message: LiveMessage) => {
    if (message.type !== 'lost') ({ cursor } = message);
    tell(message);
  };
  const read = () => {
    connection = new LiveConnection((message) => {
      take(message);
      channel?.postMessage(message);
    }, cursor);
    return connection.run(signal);
  };
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.type === 'wake') connection?.wake();
      else take(data);
    };
    // A tab that another one tells hears no hello of its own.
    tell({ type: 'hello', cursor: '', isResumed: false });
  }
  const wake = () => {
    if (document.visibilityState === 'hidden') return;
    connection?.wake();
    channel?.postMessage({ type: 'wake' });
  };
  document.addEventListener('visibilitychange', wake);
  for (const event of WAKE_EVENTS) window.addEventListener(event, wake);
  const reading = locks ? locks.request(`studiolo-live-${userId}`, { signal }, read) : read();
  // It was waiting for the lock when the page went.
  reading.catch(() => undefined);
  return () => {
    stopping.abort();
    channel?.close();
    document.removeEventListener('visibilitychange', wake);
    for (const event of WAKE_EVENTS) window.removeEventListener(event, wake);
  };
}
