import { useFocusFinders } from '@fluentui/react-components';
import { useContext, useEffect } from 'react';
import { Companions } from '../theme/Themed';

function FocusManager() {
  useFocusFinders();
  return null;
}

/**
 * Keeps Fluent's focus manager from now on. A dialog as its last user would remove it before the page behind is shown to
 * screen readers again.
 */
export function useFocusManager(): void {
  const keep = useContext(Companions);
  useEffect(() => keep(FocusManager), [keep]);
}
