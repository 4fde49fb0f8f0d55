import { render, screen } from '@testing-library/react';

import { LandingPage } from '../../features/landing/landing-page';
import { renderApp } from '../../test/render-app';

describe('the landing page', () => {
  it.each(['/', '/home'])('is shown at %s with Sign In and Get Started', async (path) => {
    renderApp(path);
    const [signIn] = await screen.findAllByRole('link', { name: 'Sign In' });
    expect(signIn).toHaveAttribute('href', '/login');
    const [start] = screen.getAllByRole('link', { name: 'Get Started' });
    expect(start).toHaveAttribute('href', '/register');
  });

  it('has a hero, its promises, three feature cards, a call to action and a footer', () => {
    render(<LandingPage />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'AI-powered creative management',
    );
    const cards = screen.getAllByRole('article');
    const titles = ['Smart Projects', 'Fast Storage', 'Live Insights'];
    for (const [index, title] of titles.entries()) expect(cards[index]).toHaveTextContent(title);
    expect(cards).toHaveLength(3);
    expect(screen.getByRole('contentinfo')).toBeInTheDocument();
    for (const promise of ['Free forever', 'No credit card', '5GB storage', 'Unlimited projects']) {
      expect(screen.getByText(promise)).toBeInTheDocument();
    }
    expect(screen.getByRole('heading', { name: /^A Studio of AI features/ })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Bring the next shoot in.' })).toBeInTheDocument();
  });
});
