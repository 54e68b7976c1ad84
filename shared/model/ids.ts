import { z } from 'zod';

/** Row ids are integers of one project file; uids are content hashes that agree on any machine. */
export const SampleId = z.int().positive().brand<'SampleId'>();
export type SampleId = z.infer<typeof SampleId>;
export const AttemptId = z.int().positive().brand<'AttemptId'>();
export type AttemptId = z.infer<typeof AttemptId>;
export const SourceId = z.int().positive().brand<'SourceId'>();
export type SourceId = z.infer<typeof SourceId>;
export const JobId = z.int().positive().brand<'JobId'>();
export type JobId = z.infer<typeof JobId>;
export const GraderId = z.int().positive().brand<'GraderId'>();
export type GraderId = z.infer<typeof GraderId>;
export const RunId = z.int().positive().brand<'RunId'>();
export type RunId = z.infer<typeof RunId>;
export const ActionId = z.int().positive().brand<'ActionId'>();
export type ActionId = z.infer<typeof ActionId>;
/** Opaque names for things outside the project: the renderer never sees a path it could name itself. */
export const FileRefId = z.string().min(1).max(100).brand<'FileRefId'>();
export type FileRefId = z.infer<typeof FileRefId>;
export const ProjectId = z.string().min(1).max(100).brand<'ProjectId'>();
export type ProjectId = z.infer<typeof ProjectId>;
export const ViewId = z.string().min(1).max(100).brand<'ViewId'>();
export type ViewId = z.infer<typeof ViewId>;

/** How a sample is called on screen and on the command line: `S-0187`. */
export function sampleRef(id: number): string {
  return `S-${String(id).padStart(4, '0')}`;
}
