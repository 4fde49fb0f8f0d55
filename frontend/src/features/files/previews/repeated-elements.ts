const REFERENCE = /(?:^\s*|url\([\s"']*)#([^"')\s]+)/g;
const NESTED_SVG = /^\s*data:image\/svg/i;
/** A filter computes every pixel again, which takes as long as many shapes. */
const SHAPES_PER_FILTER = 100;

/**
 * How many elements an SVG draws because others refer to them: a few lines of groups that use groups that use groups
 * draw without end. Infinite for what cannot be counted.
 */
export function repeatedElements(svg: Document): number {
  const all = svg.getElementsByTagName('*');
  const costs = new Map<Element, number>();
  const sum = (elements: Iterable<Element>) => Array.from(elements, costOf).reduce(add, 0);

  function costOf(element: Element): number {
    const known = costs.get(element);
    if (known !== undefined) return known;
    // An element is not drawn within itself.
    costs.set(element, 0);
    const own = element.localName.startsWith('fe') ? SHAPES_PER_FILTER : 1;
    const cost = own + sum(element.children) + referencesCost(element);
    costs.set(element, cost);
    return cost;
  }

  function referencesCost(element: Element): number {
    // The rules of a style sheet may fit every element.
    if (element.localName === 'style') return all.length * valueCost(element.textContent);
    return Array.from(element.attributes, ({ value }) => valueCost(value)).reduce(add, 0);
  }

  function valueCost(value: string): number {
    if (NESTED_SVG.test(value)) return Infinity;
    const ids = Array.from(value.matchAll(REFERENCE), ([, id = '']) => id);
    // CSS may write any letter as an escape.
    if (ids.length === 0) return value.includes('\\') && value.includes('(') ? Infinity : 0;
    const named = ids.map((id) => svg.getElementById(id) ?? svg.getElementById(unescape(id)));
    return sum(named.filter((target) => target !== null && !isGradient(target)) as Element[]);
  }

  if (svg.getElementsByTagName('parsererror').length > 0) return Infinity;
  return costOf(svg.documentElement) - all.length;
}

const add = (a: number, b: number) => a + b;
/** Has no shapes, and is the same for all that it fills. */
const isGradient = ({ localName }: Element) => localName.endsWith('Gradient');

function unescape(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
