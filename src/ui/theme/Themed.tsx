import { FluentProvider, RendererProvider, type Theme } from '@fluentui/react-components';
import { type ComponentType, createContext, createElement, type ReactNode, useCallback, useState } from 'react';
import { layeredStyles } from './layeredStyles';
import styles from './Themed.module.css';

/** One for the whole page, so that its rules stay when the locked screen replaces the frame. */
const renderer = layeredStyles();

/** Mounts a component without a picture beside the children, as long as they are. */
export const Companions = createContext<(component: ComponentType) => void>(() => undefined);

/** Provides a theme and Fluent's components to the frame and the pages that replace it. */
export function Themed({ theme, children }: { theme: Theme; children: ReactNode }) {
  const [companions, setCompanions] = useState<readonly ComponentType[]>([]);
  const keep = useCallback(
    (added: ComponentType) => setCompanions((before) => (before.includes(added) ? before : [...before, added])),
    [],
  );
  return (
    <RendererProvider renderer={renderer}>
      <FluentProvider theme={theme} className={styles.provider}>
        {companions.map((component, at) => createElement(component, { key: at }))}
        <Companions value={keep}>{children}</Companions>
      </FluentProvider>
    </RendererProvider>
  );
}
