import type { LanguageFacts } from '../contract/domain/languages';

declare const globals: {
  __languages__: readonly LanguageFacts[];
  __firstWords__: Readonly<Record<string, unknown>>;
};
export = globals;
