/** Where the screens are. Their maps load beside the code of the calls: they are not part of the sign-in page. */
import type { Feature } from './crud/feature';

/** Put in by the build; see scripts/screens.cjs. */
declare const __screens__: Readonly<Record<string, string>>;

/** Where the code of a screen is, below this folder; undefined for an unknown name. `data_scope` is in `dataScope`. */
export function placeOf(name: string): string | undefined {
  const file = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(__screens__, file) ? __screens__[file] : undefined;
}

/** Each screen is a chunk of its own. */
export function screenAt(place: string): Promise<{ feature: Feature }> {
  return import(
    /* webpackInclude: /features\/(?!crud\/)[a-z]+\/(?:(\w+)\/\1|[a-z]\w*)\.tsx?$/ */
    /* webpackExclude: /\/(?:welcome|sign)\.tsx$|(?:Saga|Slice)\.ts$/ */
    `./${place}`
  );
}
