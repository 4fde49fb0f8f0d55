const EVERY_MS = 2_000;

export type Say = (line: string) => void;

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Tells every two seconds how far a long step is, and at its end what it came to. */
export class Progress {
  private readonly timer: NodeJS.Timeout;
  private readonly what: string;
  private readonly total: number;
  private readonly say: Say;
  private count = 0;
  private bytes = 0;

  constructor(what: string, total: number, say: Say) {
    this.what = what;
    this.total = total;
    this.say = say;
    this.timer = setInterval(() => this.tell('…'), EVERY_MS).unref();
  }

  add(bytes: number): void {
    this.count += 1;
    this.bytes += bytes;
  }

  /** Also to be called when the step fails. */
  end(): void {
    clearInterval(this.timer);
    this.tell('ok');
  }

  private tell(state: string): void {
    this.say(
      `  ${state.padEnd(2)} ${this.what}: ${this.count} of ${this.total}, ${megabytes(this.bytes)}`,
    );
  }
}
