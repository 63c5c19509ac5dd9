import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../ui/inputs/buttons';
import { arrange } from '../../ui/layout/arrange';
import { lazily } from '../../ui/layout/lazily';
import { Dialog } from '../../ui/overlays/Dialog';
import { CardSkeleton, EmptyState } from '../../ui/overlays/messages';
import { errorText } from '../crud/errorText';
import { useFormat } from '../crud/useFormat';
import styles from './FlowViewer.module.css';
import { dialogName, type FlowMarkers, flow, hideFlow } from './flowSlice';

// The diagram package is 100 kB, so it is loaded on demand.
const FlowDiagram = lazily(() => import('./FlowDiagram').then((part) => ({ default: part.FlowDiagram })));

/** A diagram with its texts. */
export function Drawing({ xml, markers, onUnreadable }: { xml: string; markers: FlowMarkers; onUnreadable(): void }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  return (
    <Suspense fallback={<CardSkeleton />}>
      <FlowDiagram
        xml={xml}
        language={language}
        markers={markers}
        onUnreadable={onUnreadable}
        words={{
          label: t('flow.title'),
          zoomIn: t('flow.zoomIn'),
          zoomOut: t('flow.zoomOut'),
          fit: t('flow.fit'),
          running: t('flow.running'),
          done: t('flow.done'),
          line: t('flow.line'),
          now: t('flow.now'),
        }}
      />
    </Suspense>
  );
}

/** The content of a viewer: the diagram, or why there is none. */
function Content({ name }: { name: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const viewer = useSelector((state: never) => flow.selectors.of(state, name));
  if (!viewer) return null;
  const { source, diagram } = viewer;
  const retry = (
    <Button icon="arrow-clockwise" onClick={() => dispatch(flow.actions.view({ name, source }))}>
      {t('frame.retry')}
    </Button>
  );
  switch (diagram.kind) {
    case 'loading':
      return <CardSkeleton />;
    case 'ready':
      return (
        <Drawing
          xml={diagram.xml}
          markers={diagram.markers}
          onUnreadable={() => dispatch(flow.actions.undrawable({ name }))}
        />
      );
    case 'cutOff':
      return (
        <EmptyState kind="network" title={t('crud.cutOffTitle')}>
          {retry}
        </EmptyState>
      );
    case 'refused':
      return (
        <EmptyState kind="broken" title={errorText(t, diagram.text)}>
          {retry}
        </EmptyState>
      );
    default:
      return <EmptyState kind="never" title={t(`flow.${diagram.kind}`)} />;
  }
}

/** A diagram within a page. */
export function FlowPane({ children }: { children: ReactNode }) {
  return <div className={styles.pane}>{children}</div>;
}

/** Within a page: `flow.actions.view({ name, source })` shows a diagram, `dropped` closes it. */
export function FlowInline({ name }: { name: string }) {
  return (
    <FlowPane>
      <Content name={name} />
    </FlowPane>
  );
}

/** A dialog, open between `showFlow` and `hideFlow`; `children` stand beside the diagram. */
export function FlowDialog({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const isShown = useSelector((state: never) => flow.selectors.of(state, dialogName) !== undefined);
  if (!isShown) return null;
  return (
    <Dialog title={t('flow.title')} size="70" onClose={() => dispatch(hideFlow())} closeLabel={t('frame.close')}>
      {children ? (
        <div className={arrange.aside}>
          <div>
            <FlowInline name={dialogName} />
          </div>
          <div>{children}</div>
        </div>
      ) : (
        <Content name={dialogName} />
      )}
    </Dialog>
  );
}
