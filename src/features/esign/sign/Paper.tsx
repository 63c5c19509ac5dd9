import { formatMoney } from '../../../../contract/domain/money';
import type { SignPaper, SignSummary } from './signSlice';

/** Texts of the contract are Chinese in every language of the page. */
const printed = {
  number: '合同编号：',
  provider: '甲方',
  customer: '乙方',
  annex: '附件一　',
  period: '期次',
  due: '应付日期',
  amount: '应付金额(元)',
  total: '合计',
};

/** The contract in a layout for phones; the file has the same text. */
export function Paper({ summary, paper }: { summary: SignSummary; paper: SignPaper }) {
  return (
    <>
      <h2>{summary.title}</h2>
      <p className="small">
        {printed.number}
        {summary.contractNumber}
      </p>
      <div className="sign-parties">
        <p>
          <span>
            {printed.provider}（{paper.roles.provider}）
          </span>{' '}
          {summary.providerName}
        </p>
        <p>
          <span>
            {printed.customer}（{paper.roles.customer}）
          </span>{' '}
          {paper.customerName}
        </p>
      </div>
      <p>{paper.preamble}</p>
      {paper.clauses.map(({ title, items }) => (
        <section key={title} className="sign-clause">
          <h3>{title}</h3>
          <ol>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ol>
        </section>
      ))}
      <h3>
        {printed.annex}
        {paper.annexTitle}
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{printed.period}</th>
            <th scope="col">{printed.due}</th>
            <th scope="col">{printed.amount}</th>
          </tr>
        </thead>
        <tbody>
          {paper.plan.map(({ name, dueDate, amountPayable }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{dueDate}</td>
              <td>{formatMoney(amountPayable)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {printed.total}
            </th>
            <td>{formatMoney(paper.totals.amountPayable)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}
