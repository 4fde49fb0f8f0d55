const classes = new Proxy<Record<string, string>>(
  {},
  {
    get: (target, name): string | undefined =>
      typeof name === 'string' && !(name in Object.prototype) ? name : target[String(name)],
  },
);

/** Replaces images, fonts and CSS modules, which jest does not load; the name of each class is its key. */
export default classes;
