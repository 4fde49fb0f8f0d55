/** Who is calling, as the session guard found out. */
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
