import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { askProcess } from '@studiolo/testing/ask-process';

/** A file of pseudo-random bytes that begins like a JPEG picture. Every request gives it another name. */
export interface FileBody {
  bytes: number;
  /** The form that carries the file, if one does: its other fields and the file's field. */
  form?: { fields: Record<string, string>; field: string };
}

/** One HTTP request, sent again and again. */
export interface HttpLoad {
  method: 'GET' | 'POST' | 'PUT';
  /** Scheme, host and port. */
  origin: string;
  /** Sent to in turn. */
  paths: string[];
  headers: Record<string, string>;
  json?: unknown;
  file?: FileBody;
  /** The status of a good answer; any other counts as a failure. */
  status: number;
  /** Bytes a good answer has, if that is known. */
  answerBytes?: number;
}

export interface LoadOrder {
  connections: number;
  seconds: number;
}

export interface LoadResult {
  requests: number;
  /** From the first request to the last answer. */
  seconds: number;
  medianMs: number;
  p99Ms: number;
  /** Median time to the first byte of the answer's body. */
  firstByteMs: number;
  failures: number;
  /** What one of the failures said. */
  failure?: string;
}

/** The process that sends the requests: its own processor time is nobody's cost. */
export class LoadGenerator {
  private readonly child: ChildProcess;

  constructor() {
    this.child = fork(join(import.meta.dirname, 'load-process.ts'));
  }

  /** Keeps every connection busy until the time is over, and waits for the last answers. */
  run(load: HttpLoad, order: LoadOrder): Promise<LoadResult> {
    return askProcess<LoadResult>(this.child, { load, order });
  }

  stop(): void {
    if (this.child.connected) this.child.disconnect();
  }
}
