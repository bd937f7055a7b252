# provisioner "local-exec" { command = "a comment" }
resource "null_resource" "x" {
  provisioner "local-exec" {
    command = "rm -rf ${path.module}/x && echo \"$${HOME}\" ${lookup(var.m, "k")}"
    environment = {
      command = "y"
    }
  }
  provisioner "local-exec" {
    command = <<-EOT
      set -e
        echo ${var.name}
    EOT
  }
  provisioner "local-exec" {
    interpreter = ["pwsh", "-Command"]
    command     = "Remove-Item x"
  }
  provisioner "remote-exec" {
    inline = [
      "sudo apt-get update", # first
      "rm -rf /tmp/${self.id}",
    ]
  }
  command = "not in a provisioner"
}
