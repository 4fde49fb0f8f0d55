/** The caller, as identified by the session guard. */
export interface Session {
  readonly userId: string;
  readonly sessionId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session guard; null on public routes. */
    session: Session | null;
  }
}
