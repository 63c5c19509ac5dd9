import { createDOMRenderer, type GriffelRenderer } from '@fluentui/react-components';

type Buckets = Parameters<GriffelRenderer['insertCSSRules']>[0];

/** Writes Fluent's rules into the cascade layer `fluent`, so that the module sheets win (scripts/loaders/cssLayer.cjs). */
export function layeredStyles(): GriffelRenderer {
  const renderer = createDOMRenderer();
  const { insertCSSRules } = renderer;
  /** Each mounted component brings the rules of its kind along. */
  const written = new WeakSet<Buckets>();
  renderer.insertCSSRules = (buckets) => {
    if (written.has(buckets)) return;
    written.add(buckets);
    const layered: Buckets = {};
    for (const [name, entries] of Object.entries(buckets) as [keyof Buckets, NonNullable<Buckets[keyof Buckets]>][])
      layered[name] = entries.map((entry) =>
        typeof entry === 'string' ? `@layer fluent{${entry}}` : [`@layer fluent{${entry[0]}}`, entry[1]],
      );
    insertCSSRules(layered);
  };
  return renderer;
}
