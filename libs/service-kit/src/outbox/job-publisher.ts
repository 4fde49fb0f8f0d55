/** Adds a job to its queue; the same id must not add a second one. */
export abstract class JobPublisher {
  abstract publish(job: { id: string; name: string; data: unknown }): Promise<void>;
}
