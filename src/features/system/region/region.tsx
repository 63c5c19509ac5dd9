import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { type Region, region, regionRoot } from '../../../../contract/modules/system/region';
import type { Field } from '../../../../contract/schema/fields';
import { problemText } from '../../../../contract/schema/messages';
import { type TreeNode, treeIndex } from '../../../../contract/schema/tree';
import { permission } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { FormField, TextInput } from '../../../ui/inputs/fields';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { Output } from '../../../ui/inputs/Output';
import { arrange } from '../../../ui/layout/arrange';
import { Beside, BesideTree } from '../../../ui/layout/Beside';
import { Form } from '../../../ui/layout/Form';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Card, KeyValues } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { TreePane } from '../../../ui/tree/TreePane';
import { textOf } from '../../crud/cells';
import type { Feature } from '../../crud/feature';
import { treeWords } from '../../crud/inputs/choiceInputs';
import { FieldInput } from '../../crud/inputs/inputs';
import { useMenuTitle } from '../../crud/menuTitle';
import { useFormat } from '../../crud/useFormat';
import styles from './region.module.css';
import { regionSaga } from './regionSaga';
import { codeParts, linkLevels, mayHaveBelow, type RegionState, regions } from './regionSlice';

const { actions: at, selectors: see } = regions;
function fieldOf(name: keyof typeof region.fields): Field {
  return region.fields[name] as Field;
}

const noOpen: ReadonlySet<string> = new Set();

/** The tree of divisions, loaded by level; during a search its results. */
function RegionTree({ state }: { state: RegionState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { below, found, seek, open, loading, lost } = state;
  const isSought = seek.trim() !== '';
  const index = useMemo(() => {
    if (isSought)
      return treeIndex(
        (found?.rows ?? []).map(({ code, name, line }) => ({
          id: code,
          parentId: '',
          title: name,
          note: line ? `${line} · ${code}` : code,
        })),
      );
    const nodesBelow = (above: string): TreeNode[] =>
      (below[above] ?? []).map(({ code, name, hasChildren }) => ({
        id: code,
        parentId: above,
        title: name,
        note: code,
        hasChildren,
        ...(below[code] ? { children: nodesBelow(code) } : {}),
      }));
    const root = { id: regionRoot, parentId: '0', title: t('regions.root'), note: regionRoot, hasChildren: true };
    return treeIndex([{ ...root, children: nodesBelow(regionRoot) }]);
  }, [below, found, isSought, t]);
  const openIds = useMemo(() => new Set(open), [open]);
  const waiting = useMemo(
    () => (state.isSeeking && !found ? new Set(['']) : new Set(Object.keys(loading))),
    [loading, state.isSeeking, found],
  );
  const lostCodes = Object.keys(lost);
  const more = found && found.total > found.rows.length ? found.total - found.rows.length : 0;
  return (
    <BesideTree label={t('regions.tree')}>
      <TreePane
        index={index}
        label={t('regions.tree')}
        open={isSought ? noOpen : openIds}
        onToggle={(code) => dispatch(at.toggle(code))}
        onOpenAll={(codes) => dispatch(at.openAll(codes))}
        onOpen={(code) => dispatch(at.load(code))}
        loading={waiting}
        seek={seek}
        onSeek={(sought) => dispatch(at.seek(sought))}
        current={state.current}
        onSelect={(code) => dispatch(at.choose(code))}
        aside={
          lostCodes.length > 0 ? (
            <LinkButton
              onClick={() => {
                for (const code of lostCodes) dispatch(at.load(code));
              }}
            >
              {t('regions.lost')}
            </LinkButton>
          ) : more > 0 ? (
            <span className={text.caption}>{t('regions.moreFound', { count: more })}</span>
          ) : undefined
        }
        words={{
          ...treeWords(t),
          empty: t('regions.none'),
          added: '',
          removed: '',
          seek: t('regions.seek'),
          count: () => '',
        }}
      />
    </BesideTree>
  );
}

/** The code of a new division: the fixed part from its parent, and the typed part. */
function CodeInput({ above, ownPart, onType }: { above: Region; ownPart: string; onType(part: string): void }) {
  const { prefix, own, suffix } = codeParts(above);
  return (
    <TextInput
      value={ownPart}
      inputMode="numeric"
      maxLength={own}
      placeholder={`${'0'.repeat(own - 1)}1`}
      {...(prefix ? { prefix: <span className={text.code}>{prefix}</span> } : {})}
      {...(suffix ? { suffix: <span className={text.code}>{suffix}</span> } : {})}
      onChange={onType}
    />
  );
}

function RegionForm({ state, shown }: { state: RegionState; shown: Region }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const { form } = state;
  if (!form) return null;
  const { mode, draft, problems, ownPart } = form;
  const above = mode === 'add' ? shown.name : (shown as { parentName?: string }).parentName;
  const fixed = (name: keyof typeof region.fields, value: string | null) => (
    <FormField label={textIn(fieldOf(name).label, format.language)} layout="above">
      <Output>{value || '-'}</Output>
    </FormField>
  );
  const cell = (name: keyof typeof region.fields) => {
    const field = fieldOf(name);
    const problem = problems[name];
    return (
      <FormField
        id={`region-${name}`}
        layout="above"
        label={textIn(field.label, format.language)}
        required={field.required}
        {...(problem ? { problem: problemText(field, problem, format.language) } : {})}
        {...(name === 'code' ? { help: t('regions.codeHelp', { count: codeParts(shown).own }) } : {})}
      >
        {name === 'code' ? (
          <CodeInput above={shown} ownPart={ownPart} onType={(part) => dispatch(at.typeCode(part))} />
        ) : (
          <FieldInput
            name={name}
            field={field}
            draft={draft}
            format={format}
            onType={(change) => dispatch(at.type(change))}
          />
        )}
      </FormField>
    );
  };
  return (
    <Form id="region-form" onSubmit={() => dispatch(at.save())}>
      <div className={arrange.pair}>
        {fixed('parentCode', `${above ?? ''} ${String(draft.parentCode ?? '')}`.trim())}
        {fixed('level', textOf(fieldOf('level'), draft.level, format))}
      </div>
      <div className={arrange.pair}>
        {mode === 'add' ? cell('code') : fixed('code', String(draft.code ?? ''))}
        {cell('name')}
      </div>
      <div className={arrange.pair}>{cell('sort')}</div>
      {cell('remark')}
      <div className={`${arrange.row} ${arrange.end}`}>
        <Button onClick={() => dispatch(at.cancel())}>{t('ask.cancel')}</Button>
        <Button tone="primary" type="submit" busy={state.busy.save === true}>
          {t('crud.save')}
        </Button>
      </div>
    </Form>
  );
}

function RegionCard({ state }: { state: RegionState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const codes = useSelector(permission.selectors.codes);
  const { shown, form, current, below } = state;
  if (state.isShownLost)
    return (
      <Card>
        <EmptyState kind="network" title={t('regions.shownLost')}>
          <Button icon="arrow-clockwise" onClick={() => dispatch(at.chosen(current))}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      </Card>
    );
  if (!shown) return <CardSkeleton lines={5} />;
  const refusal = (button: string) =>
    codes[`region_${button}`] ? undefined : t('crud.noRight', { code: `region_${button}` });
  const hasBelow =
    (below[shown.code]?.length ?? 0) > 0 ||
    Object.values(below).some((nodes) => nodes.some(({ code, hasChildren }) => code === shown.code && hasChildren));
  const off = (reason: string | undefined) => (reason ? { disabledReason: reason } : {});
  const { parentName } = shown as { parentName?: string };
  const shownFields = ['code', 'name', 'level', 'sort', 'remark'] as const;
  return (
    <Card
      title={form ? t(form.mode === 'add' ? 'regions.addTo' : 'regions.editOf', { name: shown.name }) : shown.name}
      icon="globe"
      {...(form ? {} : { note: <span className={text.code}>{shown.code}</span> })}
      aside={
        form ? undefined : (
          <>
            <Button
              icon="add"
              {...off(refusal('add') ?? (mayHaveBelow(shown) ? undefined : t('regions.lowest')))}
              onClick={() => dispatch(at.addBelow())}
            >
              {t('crud.addBelow')}
            </Button>
            <Button icon="edit" {...off(refusal('edit'))} onClick={() => dispatch(at.edit())}>
              {t('crud.edit')}
            </Button>
            <Button
              icon="delete"
              busy={state.busy.remove === true}
              {...off(refusal('delete') ?? (hasBelow ? t('regions.hasBelow') : undefined))}
              onClick={() => dispatch(at.remove())}
            >
              {t('crud.remove')}
            </Button>
          </>
        )
      }
    >
      {form ? (
        <RegionForm state={state} shown={shown} />
      ) : (
        <KeyValues
          items={[
            [t('regions.above'), parentName ? `${parentName} ${shown.parentCode}` : '-'],
            ...shownFields.map(
              (name) =>
                [
                  textIn(fieldOf(name).label, format.language),
                  textOf(fieldOf(name), shown[name], format) ?? '-',
                ] as const,
            ),
          ]}
        />
      )}
    </Card>
  );
}

const placeholders = { province: 'regions.province', city: 'regions.city', county: 'regions.county' } as const;

/** Three linked selects, each with the children of the one before, to look up a code. */
function LinkCard({ links }: Pick<RegionState, 'links'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { options, picked, line, isLost } = links;
  const code = picked.findLast((one) => one !== '') ?? '';
  return (
    <Card title={t('regions.links')} icon="link">
      <div className={arrange.tiles}>
        {linkLevels.map((level, place) => {
          const label = t(placeholders[level]);
          return (
            <FormField key={level} label={label} layout="above">
              <SelectInput
                value={picked[place] ?? ''}
                placeholder={t('crud.choose', { name: label.toLowerCase() })}
                disabled={(options[place]?.length ?? 0) === 0}
                options={(options[place] ?? []).map((one) => ({ value: one.code, label: one.name }))}
                onChange={(value) => dispatch(at.link({ at: place, code: value }))}
              />
            </FormField>
          );
        })}
      </div>
      {isLost && <MessageBar tone="warning">{t('regions.linksLost')}</MessageBar>}
      <p className={`${arrange.row} ${styles.line}`} role="status">
        {code !== '' && <span className={text.code}>{code}</span>}
        {code !== '' && line && line.map(({ name }) => name).join(' / ')}
        {code === '' && <span className={text.caption}>{t('regions.linksHint')}</span>}
      </p>
    </Card>
  );
}

function RegionPage() {
  const state = useSelector(see.all);
  const title = useMenuTitle(region.name, region.label);
  return (
    <Page variant="fill">
      <PageTitle title={title} />
      <Beside>
        <RegionTree state={state} />
        <div className={`${arrange.stack} ${arrange.fill} ${styles.work}`}>
          <RegionCard state={state} />
          <LinkCard links={state.links} />
        </div>
      </Beside>
    </Page>
  );
}

export const feature: Feature = {
  name: 'region',
  needs: ['choices'],
  slices: [regions],
  saga: regionSaga,
  pages: { '': RegionPage },
};
