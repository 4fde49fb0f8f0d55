/** First part of every key and channel of the transport; the access rules, alerts and charts name it. */
export const KEY_PREFIX = 'studiolo';
