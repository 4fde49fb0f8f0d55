// Google as the exchange of a code meets it, in a process of its own: the server does not run inside jest.
// A code is a person as JSON, or names a failure; every exchange is told to the parent process.
import { decodeJwt } from 'jose';
import { Events, OAuth2Server } from 'oauth2-mock-server';

interface Code {
  readonly person?: Record<string, unknown>;
  readonly failure?: string;
}

interface TokenRequest {
  readonly body: Record<string, string>;
}

interface Answer {
  statusCode: number;
  body: Record<string, unknown> | '';
}

const FAILURES: Record<string, Answer> = {
  used: { statusCode: 400, body: { error: 'invalid_grant', error_description: 'Bad Request' } },
  misconfigured: { statusCode: 401, body: { error: 'invalid_client' } },
  down: { statusCode: 503, body: '' },
};

const read = (code: unknown): Code =>
  JSON.parse(Buffer.from(String(code), 'base64url').toString()) as Code;

const server = new OAuth2Server();
const { service, issuer } = server;
await issuer.keys.generate('RS256');

service.on(
  Events.BeforeTokenSigning,
  (token: { payload: Record<string, unknown> }, { body }: TokenRequest) => {
    token.payload.code = body.code;
  },
);
service.on(Events.BeforeResponse, (answer: Answer, { body }: TokenRequest) => {
  process.send?.({ exchanged: body });
  const { failure } = read(body.code);
  if (failure !== undefined) Object.assign(answer, FAILURES[failure]);
});
service.on(
  Events.BeforeUserinfo,
  (answer: Answer, { headers }: { headers: { authorization: string } }) => {
    const { code } = decodeJwt(headers.authorization.replace('Bearer ', ''));
    const { person } = read(code);
    if (person) answer.body = person;
    else answer.statusCode = 500;
  },
);

await server.start(0, '127.0.0.1');
process.send?.({ port: server.address().port });
process.on('disconnect', () => process.exit(0));
