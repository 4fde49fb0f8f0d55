// The least that a page of these libraries loads: a route that shows a heading.
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';

const router = createBrowserRouter([{ path: '*', element: <h1>A page of React and a router</h1> }]);

createRoot(document.body.querySelector('#root') ?? document.body).render(
  <RouterProvider router={router} />,
);
