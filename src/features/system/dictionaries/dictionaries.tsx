import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import type { Row } from '../../../../contract/schema/module';
import { menu } from '../../../store/navigation/menu';
import { Output } from '../../../ui/inputs/Output';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { StatusChip } from '../../../ui/layout/status';
import { Card, Segments } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { EmptyState } from '../../../ui/overlays/messages';
import { CrudPanel } from '../../crud/CrudPanel';
import { type Feature, screenOf } from '../../crud/feature';
import { useMenuTitle } from '../../crud/menuTitle';
import type { FieldInputProps, Screen } from '../../crud/screen';
import { useFormat } from '../../crud/useFormat';
import styles from './dictionaries.module.css';
import { dictionariesSaga } from './dictionariesSaga';
import { type Arrangement, chosenOf, dictionaries, dictLists, type Which, whiches } from './dictionariesSlice';

const { actions: at, selectors: see } = dictionaries;

function isSealed(row: Row) {
  return Number(row.isSealed) === 1;
}

/** A disabled entry stays readable and is marked. */
function SealedName({ row }: { row: Row }) {
  const { t } = useTranslation();
  return (
    <>
      {String(row.dictValue)}
      {isSealed(row) && (
        <>
          {' '}
          <StatusChip tone="neutral" glyph="lock-closed">
            {t('dictionary.sealed')}
          </StatusChip>
        </>
      )}
    </>
  );
}
const common: Partial<Screen> = {
  cells: { dictValue: (row) => <SealedName row={row} /> },
  heads: { dictKey: { zh: '键值', en: 'Key' }, sort: { zh: '排序', en: 'Sort order' } },
  naming: 'dictValue',
  isMuted: isSealed,
};
function parentsScreen(which: Which): Screen {
  return screenOf(dictLists[which].parents.module, {
    ...common,
    title: dictLists[which].base.label,
    columns: ['dictValue', 'code', 'sort'],
    widths: { code: 168, sort: 76 },
    search: ['code', 'dictValue'],
    form: [['code', 'sort'], ['dictValue', 'dictValueEn'], ['isSealed'], ['remark']],
    phone: { dictValue: 'name', code: 'code', sort: 'note' },
  });
}

/** Fields that an entry inherits from its dictionary. */
function GivenInput({ draft, which, name }: FieldInputProps & { which: Which }) {
  const chosen = useSelector((state: never) => see.chosen(state, which));
  const given = name === 'code' ? draft.code || chosen?.code : chosen?.dictValue;
  return <Output>{String(given || '-')}</Output>;
}
function entriesScreen(which: Which): Screen {
  const { module } = dictLists[which].entries;
  return screenOf(module, {
    ...common,
    title: { zh: '字典项', en: 'Entry' },
    columns: ['dictValue', 'dictKey', 'dictValueEn', 'sort'],
    // The English name takes the remaining width in both layouts.
    widths: { dictValue: 140, dictKey: 60, sort: 76 },
    search: ['dictValue'],
    form: [['code', 'parentId'], ['dictKey', 'sort'], ['dictValue', 'dictValueEn'], ['isSealed'], ['remark']],
    groups: ['code', 'parentId'],
    inputs: {
      code: (props) => <GivenInput {...props} which={which} />,
      parentId: (props) => <GivenInput {...props} which={which} />,
    },
    phone: { dictValue: 'name', dictKey: 'code', dictValueEn: 'note' },
  });
}
const screens = Object.fromEntries(
  whiches.map((which) => [which, { parents: parentsScreen(which), entries: entriesScreen(which) }]),
) as Record<Which, { parents: Screen; entries: Screen }>;

/** Dictionaries, with the entries of the chosen one beside or below them. */
function Dictionaries({ which, arrangement }: { which: Which; arrangement: Arrangement }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const chosen = useSelector((state: never) => see.chosen(state, which));
  const { base, parents, entries } = dictLists[which];
  const total = useSelector((state: never) => entries.slice.selectors.all(state).page?.total ?? 0);
  const id = chosen?.id ?? '';
  const fixed = useMemo(() => ({ parentId: id }), [id]);
  const choose = useMemo(() => (row: Row) => dispatch(at.choose({ which, row: chosenOf(row) })), [dispatch, which]);
  return (
    <div className={`${styles.pair} ${styles[arrangement]}`}>
      <Card variant="fill" title={t('dictionary.dictionaries')}>
        <CrudPanel
          {...parents}
          screen={screens[which].parents}
          code={base.name}
          draft={{ parentId: '0', dictKey: '-1' }}
          chosen={id}
          onChoose={choose}
        />
      </Card>
      <Card
        variant="fill"
        title={chosen ? t('dictionary.entriesOf', { name: chosen.dictValue }) : t('dictionary.entries')}
        {...(chosen ? { note: <span className={text.code}>{chosen.code}</span> } : {})}
      >
        <CrudPanel
          key={which}
          {...entries}
          screen={screens[which].entries}
          code={base.name}
          fixed={fixed}
          draft={{ parentId: id, code: chosen?.code ?? '', sort: total + 1 }}
          {...(chosen ? {} : { off: t('dictionary.chooseFirst') })}
        />
      </Card>
    </div>
  );
}

/** The page of one kind of dictionaries, in either layout. */
export function dictionaryPage(which: Which) {
  return () => {
    const { t } = useTranslation();
    const dispatch = useDispatch();
    const title = useMenuTitle(which, dictLists[which].base.label);
    const { arrangement } = useSelector(see.all);
    return (
      <Page variant="fill">
        <PageTitle
          title={title}
          end={
            <Segments
              label={t('dictionary.arrangement')}
              current={arrangement[which]}
              onPick={(key) => dispatch(at.arrange({ which, arrangement: key as Arrangement }))}
              items={[
                { key: 'horizontal', label: t('dictionary.horizontal') },
                { key: 'vertical', label: t('dictionary.vertical') },
              ]}
            />
          }
        />
        <Dictionaries which={which} arrangement={arrangement[which]} />
      </Page>
    );
  };
}

/** The kind that the user may see, in one layout. */
export function arrangedPage(arrangement: Arrangement) {
  return () => {
    const { t } = useTranslation();
    const dispatch = useDispatch();
    const { language } = useFormat();
    const chosen = useSelector(see.which);
    const leaves = useSelector(menu.selectors.leaves);
    const offered = whiches.filter((which) => leaves.some(({ code }) => code === which));
    const which = offered.includes(chosen) ? chosen : offered[0];
    if (!which)
      return (
        <Page>
          <PageTitle title={t('dictionary.title')} />
          <EmptyState kind="forbidden" title={t('dictionary.noMenu')} text={t('dictionary.noMenuText')} />
        </Page>
      );
    return (
      <Page variant="fill">
        <PageTitle
          title={t('dictionary.title')}
          end={
            offered.length > 1 ? (
              <Segments
                label={t('dictionary.which')}
                current={which}
                onPick={(key) => dispatch(at.turn(key as Which))}
                items={offered.map((one) => ({ key: one, label: textIn(dictLists[one].base.label, language) }))}
              />
            ) : undefined
          }
        />
        <Dictionaries which={which} arrangement={arrangement} />
      </Page>
    );
  };
}

/** Shared slices and sagas of all pages of dictionaries. */
export const feature: Feature = {
  name: 'dictionaries',
  needs: ['choices'],
  slices: [
    dictionaries,
    ...whiches.flatMap((which) => [dictLists[which].parents.slice, dictLists[which].entries.slice]),
  ],
  saga: dictionariesSaga,
  pages: {},
};
