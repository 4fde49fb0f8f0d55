const classes = new Proxy<Record<string, string>>(
  {},
  {
    get: (target, name): string | undefined =>
      typeof name === 'string' && !(name in Object.prototype) ? name : target[String(name)],
  },
);

/** Stands for images, fonts and CSS modules, which jest does not load: each class is called by its own name. */
export default classes;
