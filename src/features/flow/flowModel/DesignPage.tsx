import { type KeyboardEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { flowModel } from '../../../../contract/modules/flow/flowModel';
import type { DeployFault } from '../../../../contract/wire/flow';
import { permission } from '../../../store/navigation/menu';
import { route } from '../../../store/navigation/route';
import { Button } from '../../../ui/inputs/buttons';
import { Page } from '../../../ui/layout/frame';
import { lazily } from '../../../ui/layout/lazily';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Chip } from '../../../ui/layout/status';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import { undrawableKind } from '../flowSlice';
import { DeployDialog } from './DeployDialog';
import styles from './DesignPage.module.css';
import { deploys } from './deploySlice';
import { type DesignState, designs, isChanged } from './designSlice';
import { Faults } from './Faults';
import { versionsPage } from './versionsSlice';

// The drawing package is loaded with the first process that is opened.
const FlowEditor = lazily(() => import('../designer/FlowEditor').then(({ FlowEditor: part }) => ({ default: part })));
const { actions: at, selectors: see } = designs;

function Commands({ path, page }: { path: string; page: DesignState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const codes = useSelector(permission.selectors.codes);
  const isDirty = isChanged(page);
  const forbidden = (code: string) => (codes[code] ? undefined : t('crud.noRight', { code }));
  const off = (reason: string | undefined) => (reason === undefined ? {} : { disabledReason: reason });
  const undrawn = page.drawn ? undefined : t('design.undrawn');
  const { id, name } = page.head;
  return (
    <>
      <Button
        icon="arrow-import"
        {...off(forbidden(flowModel.permission('update')))}
        onClick={() => dispatch(at.importFile({ path }))}
      >
        {t('design.import')}
      </Button>
      <Button icon="arrow-download" {...off(undrawn)} onClick={() => dispatch(at.exportFile({ path }))}>
        {t('design.export')}
      </Button>
      <Button
        icon="history"
        onClick={() => dispatch(route.actions.open({ feature: flowModel.name, rest: `${versionsPage}/${id}` }))}
      >
        {t('design.versions')}
      </Button>
      <Button
        icon="checkmark-circle"
        busy={page.isChecking}
        {...off(undrawn)}
        onClick={() => dispatch(at.check({ path }))}
      >
        {t('design.check')}
      </Button>
      <Button
        icon="send"
        {...off(forbidden('flow_model_deploy') ?? (isDirty ? t('design.saveFirst') : undefined))}
        onClick={() => dispatch(deploys.actions.show({ id, name, path }))}
      >
        {t('design.deploy')}
      </Button>
      <Button
        tone="primary"
        icon="save"
        keys="Ctrl S"
        busy={page.isBusy}
        {...off(forbidden(flowModel.permission('update')) ?? (isDirty ? undefined : t('design.unchanged')))}
        onClick={() => dispatch(at.save({ path }))}
      >
        {t('design.save')}
      </Button>
    </>
  );
}

const none: readonly DeployFault[] = [];

/** The designer of one model. */
export function DesignPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { pathname: path } = useLocation();
  useState(FlowEditor.bring); // its code arrives beside the model, not after it
  const page = useSelector((state: never) => see.of(state, path));
  const trouble = useSelector((state: never) => see.troubleOf(state, path));
  const faults = page?.faults;
  if (!page)
    return (
      <Page>
        {trouble === undefined ? (
          <CardSkeleton lines={8} />
        ) : (
          <EmptyState
            isPage
            kind={trouble === '' ? 'network' : 'missing'}
            title={trouble === '' ? t('design.lost') : errorText(t, trouble)}
          />
        )}
      </Page>
    );
  const { head, xml, turn, drawn, offers, target, isUnreadable } = page;
  const press = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault(); // the browser would save the page
    dispatch(at.save({ path }));
  };
  return (
    <Page variant="fill">
      <PageTitle title={head.name} end={<Commands path={path} page={page} />}>
        <span className={text.caption}>
          {head.modelKey}
          {head.version > 0 && ` · v${head.version}`}
        </span>
        {isChanged(page) && <Chip tone="warning">{t('design.unsaved')}</Chip>}
      </PageTitle>
      <Card variant="fill">
        <div className={styles.editor} onKeyDownCapture={press}>
          {isUnreadable ? (
            <EmptyState
              kind={undrawableKind(xml) === 'undrawn' ? 'missing' : 'broken'}
              title={t(`flow.${undrawableKind(xml)}`)}
            >
              <Button onClick={() => dispatch(at.importFile({ path }))}>{t('design.import')}</Button>
            </EmptyState>
          ) : (
            <Suspense fallback={<CardSkeleton lines={8} />}>
              <FlowEditor
                xml={drawn?.xml ?? xml}
                turn={turn}
                faults={faults ?? none}
                target={target}
                given={offers}
                onOpened={(now) => dispatch(at.drawn({ path, drawn: now }))}
                onChange={(now) => dispatch(at.changed({ path, drawn: now }))}
                onUnreadable={() => dispatch(at.undrawable({ path }))}
              />
            </Suspense>
          )}
        </div>
      </Card>
      {faults && (
        <Card title={t('design.faults')} icon="warning" note={faults.length} isLive>
          <div className={styles.faults}>
            <Faults
              faults={faults}
              onLocate={(id) => dispatch(at.locate({ path, id }))}
              isDrawn={(id) => !isUnreadable && (drawn?.xml ?? xml).includes(`bpmnElement="${id}"`)}
            />
          </div>
        </Card>
      )}
      <DeployDialog />
    </Page>
  );
}
