/** The scope of a question. */
export interface CaseScope {
  session?: string;
  tags?: string[];
  collections?: string[];
  websites?: string[];
}

/** The question, and the required content of the answer. */
export interface CaseContent {
  question: string;
  lang?: string | undefined;
  internally: boolean;
  scope?: CaseScope | undefined;
  expectedFacts: string[];
  forbiddenFacts: string[];
  expectedSources: string[];
  expectAnswer: boolean;
}

/** A case of a dataset. */
export interface EvalCase extends CaseContent {
  projectId: string;
  datasetId: string;
  id: string;
  evalId?: string | undefined;
  createdAt: Date;
  updatedAt: Date;
}

/** Whether a case can fail at all. */
export const canFail = ({
  expectedFacts,
  forbiddenFacts,
  expectedSources,
  expectAnswer,
}: Pick<CaseContent, 'expectedFacts' | 'forbiddenFacts' | 'expectedSources' | 'expectAnswer'>): boolean =>
  !expectAnswer || expectedFacts.length + forbiddenFacts.length + expectedSources.length > 0;
