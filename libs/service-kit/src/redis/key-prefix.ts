/** Prefix of every key and channel of the transport; access rules, alerts and charts use it. */
export const KEY_PREFIX = 'studiolo';
