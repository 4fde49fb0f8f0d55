/** Options that must be the same on both sides of the transport. */
export interface ConnectionOptions {
  /** Address of a server or of its Sentinels, in the form that `redisOptions` describes. */
  readonly redisUrl: string;
  /** Certificates (PEM) that verify the server over TLS. Default: those of Node. */
  readonly redisCa?: string | undefined;
  /** Secret that encrypts every message, the same in every process. Default: clear text. */
  readonly signingKey?: string | undefined;
  /** A second secret that only decrypts, while keys are changed one process after another. */
  readonly previousSigningKey?: string | undefined;
  /** First part of every key and channel. Default: `rpc`. */
  readonly prefix?: string;
}
