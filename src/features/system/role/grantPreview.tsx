import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { joined, type Language, textIn } from '../../../../contract/domain/text';
import { dataScope, scopeTypes } from '../../../../contract/modules/system/dataScope';
import type { Module } from '../../../../contract/schema/module';
import { NotARule, readRule, ruleText } from '../../../../contract/schema/scopeRule';
import { buttonsOf, type Menu, menus } from '../../../../contract/wire/menus';
import { leaves, menuLabel } from '../../../store/navigation/menu';
import { addressOf } from '../../../store/navigation/route';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Verdict } from '../../../ui/layout/status';
import { text } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { NavTree } from '../../../ui/tree/NavTree';
import { navAbove, navGroups, navKeyOf, navWay } from '../../crud/navGroups';
import { useFormat } from '../../crud/useFormat';
import styles from './grantPreview.module.css';
import type { Grant, Preview, ScopeRow } from './grantSlice';
import { indexOf } from './grantTrees';

function flat(items: readonly Menu[]): Menu[] {
  return items.flatMap((item) => [item, ...flat(item.children ?? [])]);
}
function moduleOf(code: string): Module | undefined {
  return flat(menus).find((item) => item.code === code)?.module;
}

/** A data scope as a sentence; '' where only its name is known. */
function ruleOf(row: ScopeRow | undefined, module: Module | undefined, language: Language): string {
  if (!row) return '';
  const label = textIn(dataScope.fields.scopeType.choices?.[String(row.scopeType)], language) ?? '';
  if (Number(row.scopeType) !== scopeTypes.custom || !module) return label;
  try {
    return ruleText(readRule(String(row.scopeValue ?? ''), module), module, language);
  } catch (error) {
    if (error instanceof NotARule) return label;
    throw error;
  }
}

function PageRights({ code, title, preview, grant }: { code: string; title: string; preview: Preview; grant: Grant }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const module = moduleOf(code);
  const held = new Set(preview.codes);
  const buttons = module ? buttonsOf(module) : [];
  const pane = grant.panes!.dataScope;
  const index = indexOf('dataScope', pane.nodes);
  const scopes = pane.ticked.flatMap((id) => {
    const node = index.nodes[index.placeOf.get(id) ?? -1];
    return node && node.note === code ? [node] : [];
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is longer than the window
    <section className={`${arrange.stack} ${styles.page}`} aria-label={title} tabIndex={0}>
      <h3>
        {title} <span className={text.code}>{code}</span>
      </h3>
      <h3>{t('grant.buttons')}</h3>
      {buttons.length === 0 ? (
        <p className={text.caption}>{t('grant.noButtons')}</p>
      ) : (
        <ul className={arrange.list}>
          {buttons.map((button) => (
            <li key={button.code}>
              <Verdict
                tone={held.has(button.code) ? 'good' : 'info'}
                glyph={held.has(button.code) ? 'checkmark-circle-f' : 'dismiss-circle'}
              >
                {t(held.has(button.code) ? 'grant.held' : 'grant.missing')}
              </Verdict>
              <span className={text.grow}>{textIn(menuLabel(button), language)}</span>
              <span className={text.code}>{button.code}</span>
            </li>
          ))}
        </ul>
      )}
      <h3>{t('grant.scopes')}</h3>
      {scopes.length === 0 ? (
        <p className={text.caption}>{t('grant.noScopes')}</p>
      ) : (
        <ul className={arrange.list}>
          {scopes.map((node) => (
            <li key={node.id}>
              <b>{node.title}</b>
              <span>
                {ruleOf(
                  preview.scopes.find((row) => String(row?.id) === node.id),
                  module,
                  language,
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {scopes.length > 1 && <p className={text.caption}>{t('grant.scopesAdd')}</p>}
    </section>
  );
}

export interface GrantPreviewProps {
  grant: Grant;
  preview: Preview;
  onLook(change: { page: string } | { open: string }): void;
  onClose(): void;
}

/** What a user with the current selection would see. */
export function GrantPreview({ grant, preview, onLook, onClose }: GrantPreviewProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { routes } = preview;
  const groups = useMemo(() => navGroups(routes, language), [routes, language]);
  const pages = useMemo(() => leaves(routes), [routes]);
  const page = pages.find((item) => addressOf(item) === preview.page) ?? pages[0];
  const current = page
    ? (navKeyOf(
        groups.flatMap(({ items }) => items),
        addressOf(page),
      ) ?? '')
    : '';
  const open = new Set(navWay(preview.open || navAbove(current)));
  return (
    <Dialog
      title={t('grant.previewTitle', {
        name: joined(
          grant.holders.map(({ name }) => name),
          language,
        ),
      })}
      size="70"
      closeLabel={t('frame.close')}
      onClose={onClose}
      summary={<span className={text.caption}>{t('grant.previewNote')}</span>}
      footer={<Button onClick={onClose}>{t('frame.close')}</Button>}
    >
      <div className={`${styles.preview} ${arrange.box}`}>
        <NavTree
          brand={null}
          label={t('grant.previewMenu')}
          groups={groups}
          current={current}
          open={open}
          onToggle={(key) => onLook({ open: open.has(key) ? navAbove(key) : key })}
          onGo={(path) => onLook({ page: path })}
          outsideLabel={t('frame.newWindow')}
          emptyText={pages.length === 0 ? t('grant.previewNone') : ''}
        />
        {page ? (
          <PageRights code={page.code} title={textIn(menuLabel(page), language)} preview={preview} grant={grant} />
        ) : (
          <section className={`${arrange.stack} ${styles.page}`}>
            <p className={text.caption}>{t('grant.previewNone')}</p>
          </section>
        )}
      </div>
    </Dialog>
  );
}
