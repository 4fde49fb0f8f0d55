import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';

import { restoreSession } from '../lib/session';
import { storeSession } from '../test/render-app';
import { RouteGuard } from './route-guard';

// A file of its own, because only a newly loaded module has not yet read the session.
describe('the route guard', () => {
  it('shows a spinner while the session loads', () => {
    const inside = { path: '*', element: <p>Inside</p> };
    const router = createMemoryRouter([{ element: <RouteGuard />, children: [inside] }]);
    render(<RouterProvider router={router} />);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
    storeSession();
    act(restoreSession);
    expect(screen.getByText('Inside')).toBeInTheDocument();
  });
});
