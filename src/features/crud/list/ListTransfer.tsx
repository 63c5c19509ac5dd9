import { countIn } from '../../../../contract/domain/text';
import type { ListFormat } from '../../../store/crud/transferReducers';
import { route } from '../../../store/navigation/route';
import { transferPath } from '../../../store/navigation/routes';
import { Button, ButtonLink } from '../../../ui/inputs/buttons';
import { ProgressLine } from '../../../ui/layout/ProgressLine';
import { MenuButton, type MenuEntry } from '../../../ui/overlays/menus';
import { shownColumns } from './shape';
import type { List } from './useList';

function exportEntries(list: List): MenuEntry[] {
  const { t, dispatch, at, module, code, screen, state, refusal } = list;
  if (!list.offers('export')) return [];
  const refused = refusal(`${code}_export`);
  const columns = shownColumns(screen, state.shaping)
    .map(({ name }) => name)
    .filter((name) => module.fields[name] !== undefined && module.fields[name]!.inFile !== false);
  const entry = (format: ListFormat, label: string): MenuEntry => ({
    key: format,
    label,
    icon: 'arrow-download',
    isOff: refused !== undefined || state.outgoing !== undefined,
    ...(refused ? { title: refused } : {}),
    act: () => dispatch(at.exportList({ format, columns })),
  });
  const mine: MenuEntry = {
    key: 'mine',
    label: t('transfer.mine'),
    icon: 'history',
    act: () => dispatch(route.actions.go(transferPath)),
  };
  return [entry('xlsx', t('transfer.exportXlsx')), entry('csv', t('transfer.exportCsv')), mine];
}

function importEntries(list: List): MenuEntry[] {
  const { t, dispatch, at, code, refusal } = list;
  if (!list.offers('import')) return [];
  const refused = refusal(`${code}_import`) ?? refusal(`${code}_add`);
  return [
    {
      key: 'import',
      label: t('transfer.import'),
      icon: 'arrow-upload',
      isOff: refused !== undefined,
      ...(refused ? { title: refused } : {}),
      act: () => dispatch(at.openImport()),
    },
  ];
}

/** The menu with the ways of the list into files and out of them. */
export function TransferMenu({ list }: { list: List }) {
  const [out, into] = [exportEntries(list), importEntries(list)];
  const groups = [
    { key: 'out', entries: out, hasLine: into.length > 0 },
    { key: 'in', entries: into },
  ].filter(({ entries }) => entries.length > 0);
  if (groups.length === 0) return null;
  return (
    <MenuButton groups={groups}>
      {(trigger) => (
        <Button {...trigger} tone="subtle" icon="arrow-swap">
          {list.t('transfer.menu')}
        </Button>
      )}
    </MenuButton>
  );
}

/** How far the list's export is, while one runs; a long list is made in the background meanwhile. */
export function OutgoingLine({ list }: { list: List }) {
  const { t, dispatch, at, state, format } = list;
  const { outgoing } = state;
  if (!outgoing) return null;
  const { rows, total, id } = outgoing;
  const isBehind = id !== undefined;
  return (
    <ProgressLine
      label={
        total === null
          ? t('transfer.preparing')
          : t(isBehind ? 'transfer.behind' : 'transfer.exporting', {
              rows: countIn(rows, format.language),
              total: countIn(total, format.language),
            })
      }
      share={total === null ? undefined : total === 0 ? 1 : Math.min(1, rows / total)}
    >
      {isBehind && (
        <>
          <ButtonLink size="small" to={transferPath}>
            {t('transfer.mine')}
          </ButtonLink>
          <Button size="small" onClick={() => dispatch(at.leaveExport())}>
            {t('transfer.leave')}
          </Button>
        </>
      )}
      <Button size="small" onClick={() => dispatch(at.cancelExport())}>
        {t('transfer.cancel')}
      </Button>
    </ProgressLine>
  );
}
