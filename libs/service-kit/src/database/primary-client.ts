import type { Client, ClientConfig } from 'pg';

type Pg = typeof import('pg');
type Host = Pick<Client, 'host' | 'port'>;

/** A client class for a pool, which connects to whichever of these hosts accepts writes. */
export function primaryClient(pg: Pg, hosts: readonly ClientConfig[]): typeof Client {
  let finding: Promise<Host> | undefined;
  /** Connections opened at the same time share one search. */
  const find = (config: ClientConfig): Promise<Host> =>
    (finding ??= findPrimary(pg, hosts, config).finally(() => (finding = undefined)));

  return class PrimaryClient extends pg.Client {
    constructor(private readonly config: ClientConfig) {
      super({ ...config, ...hosts[0] });
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connecting = find(this.config).then((host) => {
        Object.assign(this, host);
        return super.connect();
      });
      if (!callback) return connecting as Promise<this>;
      connecting.then(() => callback(null as unknown as Error), callback);
      return undefined;
    }
  };
}

/** Asks all hosts at once, so that one that never answers does not delay the others. */
async function findPrimary(
  pg: Pg,
  hosts: readonly ClientConfig[],
  config: ClientConfig,
): Promise<Host> {
  try {
    return await Promise.any(hosts.map((host) => takesWrites(pg, { ...config, ...host })));
  } catch (error) {
    const failure = new Error('No host of the database takes writes', { cause: error });
    // SQLSTATE: unable to establish a connection.
    throw Object.assign(failure, { code: '08001' });
  }
}

async function takesWrites(pg: Pg, config: ClientConfig): Promise<Host> {
  const client = new pg.Client(config);
  // Nothing else listens for errors after the host has answered.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'SHOW transaction_read_only',
    );
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('It is a standby');
    return { host: client.host, port: client.port };
  } finally {
    await client.end().catch(() => undefined);
  }
}
