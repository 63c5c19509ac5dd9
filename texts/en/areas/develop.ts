import type { Like } from '../../like';
import type { texts as source } from '../../zh/areas/develop';

/** What the pages of data sources say. */
export const texts: Like<typeof source> = {
  datasource: {
    back: 'Back to the data sources',
    lost: 'The data source could not be loaded',
    tables: 'Tables and views ({{count}})',
    seekTable: 'Find by name or comment',
    noTables: 'There are no tables to see',
    view: 'View',
    chooseTable: 'Choose a table to see its columns',
    queryTable: 'Query this table',
    column: 'Column',
    type: 'Type',
    comment: 'Comment',
    facts: 'Constraints',
    key: 'Key',
    required: 'Not null',
    browse: 'Browse schema',
    query: 'Query',
    text: 'Query text',
    textHelp: 'A single SELECT, read-only, up to 10 seconds, 1,000 rows and 1 MB. Each query is kept in the history.',
    textFirst: 'Enter a query first',
    textKept: 'The text that has not been run yet is kept',
    run: 'Run',
    running: 'Running, {{seconds}} s',
    noAnswer: 'No answer arrived. Try again.',
    result: 'Result',
    answered: '{{shown}} rows, {{took}} ms',
    answered_one: '{{shown}} row, {{took}} ms',
    noRows: 'No rows match',
    cut: 'The result is large: these are the first {{shown}} rows',
    cut_one: 'The result is large: this is the first row',
    copy: 'Copy as CSV',
    copied: 'Copied as CSV',
  },
};
