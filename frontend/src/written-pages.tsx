// Renders pages at build, before their data (`build-tools/written-pages.ts`).
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type DataStrategyFunction,
  StaticRouterProvider,
} from 'react-router-dom';

import type { Visitor } from '../build-tools/written-pages';
import { routes } from './app/router';
import { LandingPage } from './features/landing/landing-page';
import { signIn, signOut } from './lib/session/session';

/** The document fills in name and email (`public/written-page.js`). */
const USER = {
  id: 'user',
  name: '',
  email: '',
  email_verified: true,
  oauth_provider: null,
  google_id: null,
  created_at: '',
  last_login: null,
};

/** Loads the code of a page and none of its data. */
const codeOnly: DataStrategyFunction = async ({ matches }) => {
  const results = matches.map(async (match) => {
    return [match.route.id, await match.resolve(() => Promise.resolve(null))] as const;
  });
  return Object.fromEntries(await Promise.all(results));
};

/** The markup of the page at a path, as its visitors see it first. */
export async function render(path: string, visitor: Visitor): Promise<string> {
  if (visitor === 'everybody') return renderToStaticMarkup(<LandingPage />);
  if (visitor === 'user') signIn('token', USER);
  else signOut();
  const handler = createStaticHandler(routes);
  const request = new Request(new URL(path, 'http://localhost'));
  const context = await handler.query(request, { dataStrategy: codeOnly });
  if (context instanceof Response) throw new Error(`${path} leads to another page`);
  if (context.errors) throw new Error(`${path} cannot be rendered`, { cause: context.errors });
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}
