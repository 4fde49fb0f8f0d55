import { screen } from '@testing-library/react';

import { renderApp, storeSession } from '../../test/render-app';

it('/studio is coming soon, with AI Assistant, Quick Actions and Smart Templates', async () => {
  storeSession();
  renderApp('/studio');
  expect(await screen.findByRole('heading', { name: 'Studio', level: 1 })).toBeInTheDocument();
  for (const name of ['AI Assistant', 'Quick Actions', 'Smart Templates']) {
    expect(screen.getByRole('heading', { name })).toBeInTheDocument();
  }
  expect(screen.getByText(/Voice or text commands/)).toBeInTheDocument();
  expect(screen.getAllByText('Coming soon')).toHaveLength(3);
});
