import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Provider, useSelector, useStore } from 'react-redux';
import { judgeModel, type Model, moduleOf } from '../../../../../contract/schema/modelled';
import type { Module } from '../../../../../contract/schema/module';
import { clock } from '../../../../store/clock';
import { crudSlice } from '../../../../store/crud/crud';
import { Segments } from '../../../../ui/layout/surfaces';
import { text } from '../../../../ui/layout/text';
import { EmptyState } from '../../../../ui/overlays/messages';
import { RecordFields } from '../../../crud/CrudForm';
import { CrudScreen } from '../../../crud/CrudScreen';
import { screenOf } from '../../../crud/feature';
import { Filters } from '../../../crud/list/Filters';
import { useList } from '../../../crud/list/useList';
import { registerScreen } from '../../../crud/register/registerScreen';
import type { CrudScreenProps } from '../../../crud/screen';
import { useFormat } from '../../../crud/useFormat';
import styles from './Preview.module.css';
import { previewStore } from './previewStore';
import { sampleRows } from './samples';

const parts = ['list', 'form', 'search'] as const;
type Part = (typeof parts)[number];
/** A name that no module has: there are no rights to it, and no menu. */
const place = { name: 'model_preview', path: '/model-preview' };

/** The form of a new record, beside the editor instead of above it. */
function FormPart(props: CrudScreenProps) {
  const form = useSelector(props.slice.selectors.form);
  return <div className={styles.part}>{form && <RecordFields {...props} form={form} />}</div>;
}
function SearchPart(props: CrudScreenProps) {
  const { t } = useTranslation();
  const list = useList(props);
  return props.screen.search.length > 0 ? (
    <Filters list={list} />
  ) : (
    <EmptyState kind="never" title={t('model.noSearch')} />
  );
}

/** The screens of a module as they will be, with a few records in memory. */
const Drawn = memo(function Drawn({ module, part }: { module: Module; part: Part }) {
  const { t } = useTranslation();
  const outer = useStore();
  const format = useFormat();
  const today = useSelector(clock.selectors.today);
  const { store, props } = useMemo(() => {
    const sampling = {
      format,
      today,
      words: {
        record: (title: string, number: number) => t('model.sampleRecord', { title, number }),
        about: (label: string) => t('model.sampleText', { label }),
      },
    };
    const slice = crudSlice(module);
    const made = previewStore(outer, { module, slice, rows: sampleRows(module, sampling) }, sampling);
    if (part === 'form') made.dispatch(slice.actions.add({}));
    if (part === 'search') made.dispatch(slice.actions.unfold(true));
    return {
      store: made,
      props: { module, slice, screen: screenOf(module, { ...registerScreen(module), without: ['export', 'import'] }) },
    };
  }, [module, part, outer, format, today, t]);
  return (
    <Provider store={store}>
      {part === 'list' ? (
        <CrudScreen {...props} />
      ) : part === 'form' ? (
        <FormPart {...props} />
      ) : (
        <SearchPart {...props} />
      )}
    </Provider>
  );
});

/** List, form and search of a model while it is edited. A model with problems is shown as it last was without. */
export function Preview({ model }: { model: Model }) {
  const { t } = useTranslation();
  const [part, setPart] = useState<Part>('list');
  const [sound, setSound] = useState<string | null>(null);
  const isSound = Object.keys(judgeModel(model)).length === 0;
  const now = JSON.stringify(model);
  if (isSound && now !== sound) setSound(now);
  // A model of the same content is the same module, so that typing elsewhere does not draw it again.
  const module = useMemo(() => {
    return sound === null ? null : moduleOf(JSON.parse(sound) as Model, place);
  }, [sound]);
  return (
    <section className={styles.preview} aria-label={t('model.preview')}>
      <header className={styles.head}>
        <h2>{t('model.preview')}</h2>
        <Segments
          label={t('model.previewParts')}
          current={part}
          onPick={(key) => setPart(key as Part)}
          items={parts.map((key) => ({ key, label: t(`model.parts.${key}`) }))}
        />
        <span className={text.caption} role="status">
          {isSound ? t('model.previewNote') : t('model.previewOld')}
        </span>
      </header>
      <div className={styles.body}>
        {module ? (
          <Drawn key={part} module={module} part={part} />
        ) : (
          <EmptyState kind="never" title={t('model.previewLater')} />
        )}
      </div>
    </section>
  );
}
