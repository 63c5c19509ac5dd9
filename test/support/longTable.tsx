/** A table of `?rows=` rows, alone on a page: scrolling inside itself, or with the page (`&flow`). */
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../src/ui/theme/base.css';
import { Page } from '../../src/ui/layout/frame';
import { StatusChip } from '../../src/ui/layout/status';
import { Card } from '../../src/ui/layout/surfaces';
import type { Column } from '../../src/ui/table/DataTable';
import { FittedTable } from '../../src/ui/table/FittedTable';

interface Line {
  id: string;
  name: string;
  amount: string;
}

const asked = new URLSearchParams(location.search);
const rows = Array.from(
  { length: Number(asked.get('rows')) },
  (_, at): Line => ({ id: `line-${at}`, name: `Customer ${at}`, amount: `${at * 7},000.00` }),
);
const columns: Column<Line>[] = [
  { key: 'id', head: 'Number', cell: ({ id }) => id, pin: 'left', width: 160, phone: 'code' },
  { key: 'name', head: 'Customer', cell: ({ name }) => name, isLong: true, phone: 'name' },
  ...['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'].map(
    (head): Column<Line> => ({ key: head, head, cell: ({ amount }) => amount, align: 'right', width: 110 }),
  ),
  {
    key: 'state',
    head: 'State',
    width: 110,
    phone: 'state',
    cell: () => (
      <StatusChip tone="success" glyph="checkmark-circle">
        Paid
      </StatusChip>
    ),
  },
];

function Screen() {
  const [current, setCurrent] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState('');
  return (
    <Page variant={asked.has('flow') ? 'flow' : 'fill'}>
      <output>{opened}</output>
      <Card variant="fill">
        <FittedTable
          caption="Lines"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          density="compact"
          empty={null}
          currentKey={current}
          onCurrent={setCurrent}
          onOpen={({ id }) => setOpened(id)}
          selection={{
            picked,
            onToggle: ({ id }) => setPicked((before) => new Set(before).add(id)),
            onToggleAll: () => undefined,
            label: ({ name }) => `Pick ${name}`,
            labelAll: 'Pick all',
          }}
          actions={{
            head: 'Actions',
            more: 'More',
            of: ({ id }) =>
              ['View', 'Edit', 'Remove'].map((label) => ({ key: label, label, onClick: () => setOpened(id) })),
          }}
        />
      </Card>
    </Page>
  );
}

createRoot(document.getElementById('root')!).render(<Screen />);
