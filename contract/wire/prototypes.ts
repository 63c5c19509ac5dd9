/** Rows of `model-prototype`: the fields of a model as clients of the family send and read them. */

/** A row. Names are those of the family; `options` has what the family has no column for, as JSON. */
export interface Prototype {
  id?: string;
  modelId?: string;
  /** Column of the source table, or of the table to be made. */
  jdbcName: string;
  /** Type of the column there, such as `varchar(64)`. */
  jdbcType: string;
  /** Label in Chinese. */
  jdbcComment: string;
  /** Name of the field, in camel case. */
  propertyName: string;
  /** `ModelKind` of contract/schema/modelled.ts. */
  componentType: string;
  /** 1: shown in the list. */
  isList: number;
  /** 1: in the form. */
  isForm: number;
  /** 1: a row of the form for itself. */
  isRow: number;
  isRequired: number;
  /** 1: no two records of a tenant have the same value. */
  isUnique: number;
  /** 1: searched, as `queryType` says. */
  isQuery: number;
  /** `Search` of contract/schema/fields.ts, or ''. */
  queryType: string;
  /** Code of a business dictionary, or ''. */
  dictCode: string;
  /** English label, or ''. */
  labelEn: string;
  /** Of text, in characters; null elsewhere. */
  maxLength: number | null;
  /** Choices, bounds, initial value and target of a reference. */
  options: string;
  sort: number;
}
