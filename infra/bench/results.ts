import type { Operation } from './subjects/subject.ts';

/** One operation of one subject in one round. */
export interface Measurement {
  requests: number;
  requestsPerSecond: number;
  medianMs: number;
  p99Ms: number;
  firstByteMs: number;
  /** Milliseconds of processor time per request, by part of the system; `own` are the subject's processes. */
  cpuMs: Record<string, number>;
  failures: number;
  failure?: string;
}

/** All rounds of one operation at one number of connections, by subject. A round that could not run is null. */
export interface Series {
  operation: Operation;
  connections: number;
  /** Requests before the first round, after which the processor time of each no longer fell. */
  warmUps: Record<string, number>;
  rounds: Record<string, (Measurement | null)[]>;
}

/** What a subject takes besides its requests. */
export interface Footprint {
  /** From the start of the first process to the first list, one for each round. */
  startSeconds: number[];
  /** From the start of each process to its readiness, the others being up; one for each round. */
  processStartSeconds?: Record<string, number[]>;
  /** MiB after a while without requests, by process. */
  idleMiB: Record<string, number>;
  /** The most MiB seen under 32 connections, all its processes together. */
  peakMiB: number;
  /** The stores at that time, by store. */
  storesMiB: Record<string, number>;
  /** The most MiB of each process while 64 uploads of 5 MiB are under way. */
  largeUploadsMiB?: Record<string, number>;
}

export interface SubjectInfo {
  title: string;
  /** Why it could not be measured. */
  unavailable?: string;
}

export interface Results {
  at: string;
  command: string;
  isQuick: boolean;
  machine: Record<string, string | number>;
  rounds: number;
  /** How long each measurement lasted. */
  seconds: number;
  subjects: Record<string, SubjectInfo>;
  series: Series[];
  footprints: Record<string, Footprint>;
}

/** What growth does to Studiolo; the subjects of its series are the cases. */
export interface GrowthResults {
  at: string;
  command: string;
  isQuick: boolean;
  machine: Record<string, string | number>;
  rounds: number;
  seconds: number;
  /** Projects in the database of the cases with many. */
  rows: number;
  series: Series[];
}
