/** The pinned Node's executable, or undefined while it is not installed. */
export declare function pinnedNode(): string | undefined;

/** The environment of a child that runs on the pinned Node: tools started by name find the same one. */
export declare function childEnvironment(extra?: Readonly<Record<string, string>>): NodeJS.ProcessEnv;
