import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { flowModel } from '../../../../contract/modules/flow/flowModel';
import { permission } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { arrange } from '../../../ui/layout/arrange';
import { Page } from '../../../ui/layout/frame';
import { lazily } from '../../../ui/layout/lazily';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import { modelVersions, type VersionsState } from './versionsSlice';

// The drawing package is loaded with the first comparison.
const Comparison = lazily(() => import('../designer/Comparison').then(({ Comparison: part }) => ({ default: part })));
const { actions: at, selectors: see } = modelVersions;

function Chooser({ path, page, side }: { path: string; page: VersionsState; side: 'before' | 'after' }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <span>
      <span className={text.caption}>{t(`design.${side}`)}</span>{' '}
      <SelectInput
        aria-label={t(`design.${side}`)}
        value={String(page[side])}
        onChange={(version) => dispatch(at.choose({ path, [side]: Number(version) }))}
        options={(page.list ?? []).map(({ version, savedBy, savedTime }) => ({
          value: String(version),
          label: `v${version} · ${savedBy} · ${savedTime}`,
        }))}
      />
    </span>
  );
}

function Restore({ path, page }: { path: string; page: VersionsState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const code = flowModel.permission('update');
  const may = useSelector((state: never) => permission.selectors.may(state, code));
  const { before: version } = page;
  const reason = may
    ? version === page.list?.[0]?.version
      ? t('design.isNewest')
      : undefined
    : t('crud.noRight', { code });
  return (
    <Button
      icon="arrow-undo"
      {...(reason ? { disabledReason: reason } : {})}
      onClick={() => dispatch(at.restore({ path, version }))}
    >
      {t('design.restore', { version: `v${version}` })}
    </Button>
  );
}

/** Two versions of a model side by side, with what has changed between them. */
export function VersionsPage() {
  const { t } = useTranslation();
  const { pathname: path } = useLocation();
  const page = useSelector((state: never) => see.of(state, path));
  if (!page?.list)
    return (
      <Page>
        {page?.trouble == null ? (
          <CardSkeleton lines={8} />
        ) : (
          <EmptyState
            isPage
            kind={page.trouble === '' ? 'network' : 'missing'}
            title={page.trouble === '' ? t('design.lost') : errorText(t, page.trouble)}
          />
        )}
      </Page>
    );
  const { name, list, before, after, files } = page;
  const [old, now] = [files[before], files[after]];
  return (
    <Page>
      <PageTitle title={t('design.versionsOf', { name })} end={list.length > 0 && <Restore path={path} page={page} />}>
        {list.length > 0 && (
          <span className={arrange.row}>
            <Chooser path={path} page={page} side="before" />
            <Chooser path={path} page={page} side="after" />
          </span>
        )}
      </PageTitle>
      {list.length === 0 && <EmptyState kind="never" title={t('design.noVersions')} />}
      {list.length > 0 &&
        (old === undefined || now === undefined ? (
          <CardSkeleton lines={8} />
        ) : (
          <Suspense fallback={<CardSkeleton lines={8} />}>
            <Comparison
              before={{ title: `v${before}`, xml: old }}
              after={{ title: `v${after}`, xml: now }}
              words={{
                added: t('design.added'),
                removed: t('design.removed'),
                changed: t('design.changed'),
                changes: t('design.changes'),
                same: t('design.same'),
                unreadable: t('flow.unreadable'),
                label: t('flow.title'),
                zoomIn: t('flow.zoomIn'),
                zoomOut: t('flow.zoomOut'),
                fit: t('flow.fit'),
              }}
            />
          </Suspense>
        ))}
    </Page>
  );
}
