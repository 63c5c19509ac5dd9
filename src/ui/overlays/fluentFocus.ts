/** Imported by every part that uses Fluent's focus manager; see focusKeeper.ts. */
import { useFocusFinders } from '@fluentui/react-components';
import { keepFocusManager } from './focusKeeper';

keepFocusManager(() => {
  useFocusFinders();
  return null;
});
