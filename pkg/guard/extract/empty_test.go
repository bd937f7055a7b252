package extract

import (
	"slices"
	"strings"
	"testing"
)

// What may be empty becomes a variable that nothing sets; everything else a name.
func TestEmptyExpressions(t *testing.T) {
	for _, tt := range []struct{ name, path, text, want string }{
		{"just, without a default", "justfile", "out := env(\"OUT\", \"\")\na:\n    rm -rf {{out}}/x\n", "{{out}}"},
		{"just, with a default", "justfile", "out := env(\"OUT\", \"dist\")\na:\n    rm -rf {{out}}/x\n", ""},
		{"just, a parameter", "justfile", "a dir=\"\":\n    rm -rf {{dir}}/x\n", "{{dir}}"},
		{"playbook", "tasks/a.yml", "- shell: rm -rf {{ d | default('') }}/x\n", "{{ d | default('') }}"},
		{"playbook, with a condition", "tasks/a.yml", "- shell: rm -rf {{ d | default('') }}/x\n  when: d | length > 0\n", ""},
		{"playbook, set to nothing", "tasks/a.yml", "- set_fact:\n    d: \"{{ x | default('') }}\"\n- shell: rm -rf {{ d }}/x\n", "{{ d }}"},
		{"Taskfile, of the command line", "Taskfile.yml", "tasks:\n  a:\n    cmds:\n      - rm -rf {{.OUT}}/x\n", "{{.OUT}}"},
		{"Taskfile, with a value", "Taskfile.yml", "vars:\n  OUT: dist\ntasks:\n  a:\n    cmds:\n      - rm -rf {{.OUT}}/x\n", ""},
		{"workflow on a schedule", ".github/workflows/a.yml", "on:\n  schedule: [{cron: '1 1 * * *'}]\n  workflow_dispatch: {inputs: {d: {default: x}}}\njobs:\n  a:\n    steps:\n      - run: rm -rf ${{ inputs.d }}/x\n", "${{ inputs.d }}"},
		{"workflow by hand", ".github/workflows/a.yml", "on:\n  workflow_dispatch: {inputs: {d: {default: x}}}\njobs:\n  a:\n    steps:\n      - run: rm -rf ${{ inputs.d }}/x\n", ""},
		{"workflow, through its environment", ".github/workflows/a.yml", "on: [push, workflow_dispatch]\nenv: {D: '${{ inputs.d }}'}\njobs:\n  a:\n    steps:\n      - run: rm -rf $D/x\n", "$D"},
		{"workflow, a variable of the repository", ".github/workflows/a.yml", "on: [push]\njobs:\n  a:\n    steps:\n      - run: rm -rf /srv/${{ vars.D }}\n", "${{ vars.D }}"},
		{"workflow, a variable that a condition asks for", ".github/workflows/a.yml", "on: [push]\njobs:\n  a:\n    if: vars.D != ''\n    steps:\n      - run: rm -rf /srv/${{ vars.D }}\n", ""},
		{"Taskfile, with an empty default", "Taskfile.yml", "vars:\n  OUT: '{{.OUT | default \"\"}}'\ntasks:\n  a:\n    cmds:\n      - rm -rf {{.OUT}}/x\n", "{{.OUT}}"},
		{"Terraform, with an empty default", "a.tf", "variable \"d\" { default = \"\" }\nresource \"null_resource\" \"a\" {\n  provisioner \"local-exec\" {\n    command = \"rm -rf ${var.d}/x\"\n  }\n}\n", "${var.d}"},
		{"Terraform, with a validation", "a.tf", "variable \"d\" {\n  default = \"\"\n  validation {\n    condition = length(var.d) > 3\n  }\n}\nresource \"null_resource\" \"a\" {\n  provisioner \"local-exec\" {\n    command = \"rm -rf ${var.d}/x\"\n  }\n}\n", ""},
		{"Jenkins, a parameter in double quotes", "Jenkinsfile", "parameters { string(name: 'D', defaultValue: '') }\nsteps { sh \"rm -rf ${params.D}/x\" }\n", "${params.D}"},
		{"Jenkins, a parameter of the environment", "Jenkinsfile", "parameters { string(name: 'D', defaultValue: '') }\nsteps { sh 'rm -rf $D/x' }\n", "$D"},
		{"Jenkins, a parameter with a default", "Jenkinsfile", "parameters { string(name: 'D', defaultValue: 'x') }\nsteps { sh 'rm -rf $D/x' }\n", ""},
		{"Azure, a macro that nothing sets", "azure-pipelines.yml", "steps:\n  - script: rm -rf /srv/$(SiteName)\n", "$(SiteName)"},
		{"Azure, a macro of the file", "azure-pipelines.yml", "variables:\n  SiteName: x\nsteps:\n  - script: rm -rf /srv/$(SiteName)\n", ""},
		{"make, of a command that finds nothing", "Makefile", "D := $(shell which x)\na:\n\trm -rf $(D)/x\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pieces, err := For(tt.path, []byte(tt.text)).Read(tt.path, []byte(tt.text))
			if err != nil || len(pieces) == 0 {
				t.Fatal(pieces, err)
			}
			p := pieces[len(pieces)-1]
			var shown []string
			for name, as := range p.Empty {
				if !strings.Contains(p.Text, "${"+name+"}") && !strings.Contains(p.Text, "$"+name) {
					t.Errorf("%q has no $%s", p.Text, name)
				}
				shown = append(shown, as)
			}
			slices.Sort(shown)
			if got := strings.Join(shown, ","); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Of make, a variable that is nothing but the output of a command which may find nothing is
// one that may be empty.
func TestEmptyMakeVariables(t *testing.T) {
	for _, tt := range []struct{ value, want string }{
		{"$(shell which x)", "rm -rf ${D}/*"},
		{"$(realpath $(X))", "rm -rf ${D}/*"},
		{"$(shell pwd)", "rm -rf __D_/*"},
		{"dist", "rm -rf __D_/*"},
	} {
		text := "D := " + tt.value + "\na:\n\trm -rf $(D)/*\n"
		pieces, err := readMakefile("Makefile", []byte(text))
		if err != nil || len(pieces) == 0 || pieces[len(pieces)-1].Text != tt.want {
			t.Errorf("%s: got %v %v, want %s", tt.value, pieces, err, tt.want)
		}
	}
}

// debian/rules is a makefile by its first line, and a branch of a pull request is none where
// no pull request starts the workflow.
func TestRulesAndPush(t *testing.T) {
	if in := For("debian/rules", []byte("#!/usr/bin/make -f\n")); in == nil || in.Name != "makefile" {
		t.Errorf("got %v", in)
	}
	for on, want := range map[string]int{"push": 0, "pull_request": 1, "[push, pull_request]": 1} {
		text := "on: " + on + "\njobs:\n  a:\n    steps:\n      - run: echo ${{ github.head_ref }}\n"
		pieces, err := readWorkflow(".github/workflows/a.yml", []byte(text))
		if err != nil || len(pieces) != 1 || len(pieces[0].Notes) != want {
			t.Errorf("%s: got %v, want %d notes", on, pieces, want)
		}
	}
}
