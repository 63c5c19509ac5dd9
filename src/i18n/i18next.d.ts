import 'i18next';
import type { words } from '../../texts/zh/words';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof words };
  }
}
