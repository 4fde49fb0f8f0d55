/** Fills the window until it is known which page to show, as index.html does until the code is there. */
export function PageSpinner() {
  return (
    <div className="page-spinner" role="status" aria-label="Loading">
      <svg viewBox="0 0 36 36" aria-hidden>
        <circle cx="18" cy="18" r="17" />
        <path d="M6 6a17 17 0 0 1 24 0" />
      </svg>
    </div>
  );
}
